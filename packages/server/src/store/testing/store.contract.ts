import { auditContract } from "./audit.contract.ts";
import { commitContract } from "./commit.contract.ts";
import { contactContract } from "./contact.contract.ts";
import { credentialsContract } from "./credentials.contract.ts";
import { deliveryContract } from "./delivery.contract.ts";
import { directoryContract } from "./directory.contract.ts";
import { eraseContract } from "./erase.contract.ts";
import { eventContract } from "./event.contract.ts";
import { fileContract } from "./file.contract.ts";
import { groupContract } from "./group.contract.ts";
import { leaseContract } from "./lease.contract.ts";
import { noticeContract } from "./notice.contract.ts";
import { notificationContract } from "./notification.contract.ts";
import { pageContract } from "./page.contract.ts";
import { personalContract } from "./personal.contract.ts";
import { replyContract } from "./reply.contract.ts";
import { standingContract } from "./standing-answers.contract.ts";
import type { CreateStore } from "./test-store.ts";
import { visibilityContract } from "./visibility.contract.ts";

/** The tests that every store must pass. */
export function storeContract(name: string, create: CreateStore): void {
  commitContract(name, create);
  replyContract(name, create);
  leaseContract(name, create);
  eventContract(name, create);
  pageContract(name, create);
  eraseContract(name, create);
  visibilityContract(name, create);
  personalContract(name, create);
  fileContract(name, create);
  noticeContract(name, create);
  directoryContract(name, create);
  groupContract(name, create);
  credentialsContract(name, create);
  notificationContract(name, create);
  deliveryContract(name, create);
  contactContract(name, create);
  auditContract(name, create);
  standingContract(name, create);
}
