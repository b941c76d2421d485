/** This tab's storage; null where it is forbidden. */
export function tabStorage(): Pick<Storage, 'getItem' | 'setItem'> | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
