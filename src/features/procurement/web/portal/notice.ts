import type { OutputOf } from '#contract/endpoint.ts'
import type { portalNotice } from '../../contract/portal.ts'

/** A notice with what the public page tells around it. */
export type Notice = OutputOf<typeof portalNotice>
