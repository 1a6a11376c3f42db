/** What can be stored and sent as JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
