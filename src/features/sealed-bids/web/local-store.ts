const NAME = 'kaibiao-bids'
const STORES = ['drafts', 'files', 'jobs'] as const
type StoreName = (typeof STORES)[number]

let opened: Promise<IDBDatabase> | null = null

/** One value of this browser's own database (IndexedDB); undefined when there is none. */
export async function get<T>(store: StoreName, key: string): Promise<T | undefined> {
  const transaction = (await open()).transaction(store)
  return answer<T | undefined>(transaction.objectStore(store).get(key) as IDBRequest<T | undefined>)
}

/** All values whose key begins with `prefix`. */
export async function list<T>(store: StoreName, prefix: string): Promise<T[]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const transaction = (await open()).transaction(store)
  return answer<T[]>(transaction.objectStore(store).getAll(range) as IDBRequest<T[]>)
}

/** Resolves when the value is on disk; rejects when the browser has no room left for it. */
export async function put(store: StoreName, key: string, value: unknown): Promise<void> {
  const transaction = (await open()).transaction(store, 'readwrite', { durability: 'strict' })
  transaction.objectStore(store).put(value, key)
  await done(transaction)
}

export async function remove(store: StoreName, key: string): Promise<void> {
  const transaction = (await open()).transaction(store, 'readwrite')
  transaction.objectStore(store).delete(key)
  await done(transaction)
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store)
    }
    request.onsuccess = () => {
      // Another tab with a newer version must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close()
        opened = null
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
    transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
}
