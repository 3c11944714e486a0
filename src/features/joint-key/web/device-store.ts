const NAME = 'kaibiao-joint-keys'
const STORE = 'devices'

/** Secrets of the own devices in this browser (IndexedDB), by ceremony and place in it; hex. Undefined when there is none. */
export async function loadDevice(key: string): Promise<string | undefined> {
  const request = (await open()).transaction(STORE).objectStore(STORE).get(key) as IDBRequest<string | undefined>
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

/** Resolves when the secret is on disk; rejects when this browser keeps nothing. */
export async function saveDevice(key: string, secret: string): Promise<void> {
  const transaction = (await open()).transaction(STORE, 'readwrite', { durability: 'strict' })
  transaction.objectStore(STORE).put(secret, key)
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
    transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}
