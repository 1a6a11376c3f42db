/** Bytes of a page from `start` up to `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const nothing: readonly Range[] = [];
/** Interior and leaf pages of indexes and tables; pages of other kinds begin with the number of a page. */
const headerSizes: ReadonlyMap<number, number> = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
]);
/** In a file of more pages, the number of a page could begin like a b-tree page. */
export const maxPages = 2 ** 25;

/**
 * The parts of a b-tree page that hold nothing: the gap between the cell pointers and the cells, and the free blocks behind
 * their headers. Of other pages, and of what does not look like a page at all, it returns nothing.
 * The format is described at https://www.sqlite.org/fileformat2.html#b_tree_pages.
 */
function unusedRanges(page: Buffer, pageNumber: number): readonly Range[] {
  // The first page begins with the header of the file.
  const header = pageNumber === 1 ? 100 : 0;
  const headerSize = headerSizes.get(page[header] ?? 0);
  if (headerSize === undefined) return nothing;
  const cellCount = page.readUInt16BE(header + 3);
  const gap = { start: header + headerSize + 2 * cellCount, end: page.readUInt16BE(header + 5) || 65_536 };
  if (gap.start > gap.end || gap.end > page.length) return nothing;
  const ranges = [gap];
  let previous = gap.end;
  for (let block = page.readUInt16BE(header + 1); block !== 0; block = page.readUInt16BE(block)) {
    if (block < previous || block + 4 > page.length) return nothing;
    const size = page.readUInt16BE(block + 2);
    if (size < 4 || block + size > page.length) return nothing;
    ranges.push({ start: block + 4, end: block + size });
    previous = block + size;
  }
  return ranges;
}

const zeros = Buffer.alloc(65_536);

/** The unused ranges that are not zero throughout. */
export function rangesToClear(page: Buffer, pageNumber: number): readonly Range[] {
  return unusedRanges(page, pageNumber).filter(
    ({ start, end }) => end > start && zeros.compare(page, start, end, 0, end - start) !== 0,
  );
}
