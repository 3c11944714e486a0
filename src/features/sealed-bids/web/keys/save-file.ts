import { saveBlob } from '#web/save-blob.ts'

/** Saves a text made here as a file. */
export function saveText(name: string, text: string, type = 'application/json'): void {
  saveBlob(name, new Blob([text], { type }))
}
