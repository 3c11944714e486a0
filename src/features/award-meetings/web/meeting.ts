import type { OutputOf } from '#contract/endpoint.ts'
import type { meetingDetail } from '../contract.ts'

export type Meeting = OutputOf<typeof meetingDetail>
