/** The type of undici's pool under the path of its own file, which the package names no types for. Types only. */

declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
