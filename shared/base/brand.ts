/** Nominal types, so that an id, a price and a piece of text cannot be mixed up. Holds no values. */

declare const brand: unique symbol

/** A `T` that only the module that owns `Name` can create. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }
