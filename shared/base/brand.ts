/** Nominal types, so that an id, a price and a piece of text cannot be mixed up. Holds no values. */

declare const brand: unique symbol

/** `T` that only the module which owns `Name` can make. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }
