import type { Me } from "@askback/core/wire";
import { atom } from "nanostores";
import { type ClipboardEvent, type DragEvent, useContext, useState } from "react";
import type { FieldFile, FieldFiles, Rejection } from "../data/files/field-files.ts";
import { ServicesContext } from "../services-context.ts";
import { useAtom } from "../use-atom.ts";

/** The files of a field, and what adds to them. */
export interface Attachments {
  readonly files: readonly FieldFile[];
  readonly rejections: readonly Rejection[];
  /** How often the person has added files here. */
  readonly additions: number;
  /** How large a file may be, in bytes. */
  readonly maxBytes: number;
  add(contents: readonly File[]): void;
  remove(key: string): void;
  clearOnceStored(stored: Promise<unknown>): void;
  restore: FieldFiles["restore"];
  uploadAgain: FieldFiles["uploadAgain"];
  /** False for a card without a provider, which has nowhere to send files. */
  readonly isAvailable: boolean;
  /** For the element in which files can be pasted and dropped. */
  readonly handlers: {
    onPaste(event: ClipboardEvent): void;
    onDragOver(event: DragEvent): void;
    onDrop(event: DragEvent): void;
  };
}

/** What a server allows that does not say. */
const defaultMaxBytes = 10 * 1024 * 1024;

const noUser = atom<Me | undefined>(undefined);
const noFiles: FieldFiles = {
  files: atom<readonly FieldFile[]>([]),
  rejections: atom<readonly Rejection[]>([]),
  add() {},
  remove() {},
  release() {},
  uploadAgain: async () => {},
  clearOnceStored() {},
  restore() {},
};

/** `others` is how many files the field has beside those that are on their way. */
export function useAttachments(name: string, others = 0): Attachments {
  const services = useContext(ServicesContext);
  const field = services?.files(name) ?? noFiles;
  const maxBytes = useAtom(services?.user ?? noUser)?.fileBytes ?? defaultMaxBytes;
  const [additions, setAdditions] = useState(0);
  const add = (contents: readonly File[]) => {
    if (contents.length === 0) return;
    field.add(contents, { bytes: maxBytes, others });
    setAdditions((count) => count + 1);
  };
  return {
    files: useAtom(field.files),
    rejections: useAtom(field.rejections),
    additions,
    maxBytes,
    add,
    remove: field.remove,
    clearOnceStored: field.clearOnceStored,
    restore: field.restore,
    uploadAgain: field.uploadAgain,
    isAvailable: services !== undefined,
    handlers: {
      onPaste(event) {
        const pasted = [...event.clipboardData.files];
        // Text with a picture of itself, as from a spreadsheet, is pasted as text.
        if (pasted.length === 0 || event.clipboardData.getData("text/plain") !== "") return;
        event.preventDefault();
        add(pasted);
      },
      onDragOver(event) {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      },
      onDrop(event) {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        add([...event.dataTransfer.files]);
      },
    },
  };
}
