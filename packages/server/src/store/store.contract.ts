import { commitContract } from "./testing/commit.contract.ts";
import { eraseContract } from "./testing/erase.contract.ts";
import { eventContract } from "./testing/event.contract.ts";
import { leaseContract } from "./testing/lease.contract.ts";
import { pageContract } from "./testing/page.contract.ts";
import { personalContract } from "./testing/personal.contract.ts";
import { replyContract } from "./testing/reply.contract.ts";
import type { CreateStore } from "./testing/setting.ts";
import { whoseContract } from "./testing/whose.contract.ts";

/** The rules that every store keeps, as tests. */
export function storeContract(name: string, create: CreateStore): void {
  commitContract(name, create);
  replyContract(name, create);
  leaseContract(name, create);
  eventContract(name, create);
  pageContract(name, create);
  eraseContract(name, create);
  whoseContract(name, create);
  personalContract(name, create);
}
