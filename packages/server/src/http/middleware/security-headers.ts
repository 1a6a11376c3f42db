import { secureHeaders } from "hono/secure-headers";

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>;
type Policy = NonNullable<Options["contentSecurityPolicy"]>;

const common: Options = {
  xFrameOptions: "DENY",
  // Whether a domain is https only is for its owner to say, who runs the proxy.
  strictTransportSecurity: false,
};

/** What every response carries, whatever it is; the same as hono's `secureHeaders` sets with the options above. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};

/** A page may run, show and reach only what comes from this server, and nobody may frame it. */
export function pageHeaders(exceptions: Policy = {}) {
  return secureHeaders({
    ...common,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // Files that people attach are shown from bytes that the page has read.
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      ...exceptions,
    },
    permissionsPolicy: { camera: false, geolocation: false, microphone: false, payment: false, usb: false },
  });
}
