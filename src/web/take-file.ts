import { CallError } from './call.ts'
import { toast } from './feedback.ts'

/** Saves what a single-use address gives, without leaving the page. */
export function takeFile({ url }: { url: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** The content of a single-use address. Throws CallError with the server's words. */
export async function fetchFile(url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { credentials: 'same-origin', ...(signal ? { signal } : {}) })
  if (response.ok) return response.blob()
  const body = (await response.json().catch(() => null)) as { code?: number; message?: string } | null
  throw new CallError({ code: body?.code ?? response.status, message: body?.message ?? '文件无法打开' })
}

/** Runs something and says what went wrong; true when nothing did. */
export async function telling(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (!error.handled) toast.error(error.message)
    return false
  }
}
