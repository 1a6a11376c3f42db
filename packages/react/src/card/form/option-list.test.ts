import { expect, test } from "vitest";
import { listingOf, matchingOptions } from "./option-list.tsx";

const options = [
  { id: "o1", label: "São Paulo", description: "South America" },
  { id: "o2", label: "Frankfurt", description: "Europe, near the exchange" },
  { id: "o3", label: "Paris" },
];
const found = (sought: string, ...picked: string[]) => matchingOptions(options, sought, picked).map(({ id }) => id);

test("[CARD-10] up to 7 options are a list, up to 20 get a filter, and more scroll", () => {
  expect([7, 8, 20, 21].map(listingOf)).toEqual(["plain", "filtered", "filtered", "scrolling"]);
});

test("[CARD-10] the filter finds words in labels and descriptions, whatever their case and accents", () => {
  expect(found("sao")).toEqual(["o1"]);
  expect(found("EUROPE near")).toEqual(["o2"]);
  expect(found("pa")).toEqual(["o1", "o3"]);
  expect(found("")).toEqual(["o1", "o2", "o3"]);
  expect(found("tokyo")).toEqual([]);
});

test("[CARD-10] what is picked is shown whatever the filter says", () => {
  expect(found("paris", "o2")).toEqual(["o2", "o3"]);
});
