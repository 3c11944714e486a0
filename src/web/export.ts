import type { Endpoint } from '#contract/endpoint.ts'
import type { LooseInput } from './call.ts'
import { CallError, call, urlOf } from './call.ts'
import { toast } from './feedback.ts'
import { exportTicket } from './platform.ts'

/**
 * Opens a file address (`/api/…`) in a new window, with a single-use ticket instead of the session
 * (specification part 2 section 7.16). The window opens at once, so that no pop-up blocker stands in the way.
 */
export async function openExport(path: string): Promise<void> {
  const target = window.open('about:blank', '_blank')
  try {
    const { url } = await call(exportTicket, { body: { path } })
    if (target) {
      target.opener = null
      target.location.replace(url)
    } else window.location.assign(url)
  } catch (error) {
    target?.close()
    if (error instanceof CallError && !error.handled) toast.error(error.message)
  }
}

/** `openExport` for an endpoint that answers with a file. */
export function openFile(endpoint: Pick<Endpoint, 'path'>, input: LooseInput = {}): Promise<void> {
  return openExport(urlOf(endpoint, input))
}
