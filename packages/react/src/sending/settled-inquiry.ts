import type { Answer, Inquiry, Receipt, Resolution } from "@askback/core/wire";

/** An inquiry as a receipt tells of it, until it is read again. */
export function settledBy(inquiry: Inquiry, receipt: Receipt, answers?: readonly Answer[]): Inquiry {
  if (receipt.heldUntil !== undefined) return { ...inquiry, status: "held", heldUntil: receipt.heldUntil, receipt };
  const type = receipt.resolution as Resolution["type"];
  const { heldUntil: _, ...rest } = inquiry;
  return {
    ...rest,
    status: type,
    receipt,
    resolution: {
      type,
      at: receipt.at,
      ...(receipt.by !== undefined && { by: receipt.by }),
      ...(answers && { answers: [...answers] }),
    },
  };
}
