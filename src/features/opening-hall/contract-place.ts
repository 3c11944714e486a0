import * as z from 'zod'
import { Id } from '#contract/id.ts'

export const HOST = '/workbench/purchaser/kpb/projects/{projectId}'
export const HOST_V2 = '/workbench/purchaser/kpb/projects/v2/{projectId}'
export const BIDDER = '/workbench/supplier/kpb/projects/{projectId}'

/** A hall is addressed by its order; a bidder by its trade, a bid by its submission. */
export const hall = z.object({ projectId: Id })
export const bidder = z.object({ projectId: Id, bidderId: Id })
export const submission = z.object({ id: Id })
export const Reason = z.string().trim().min(2, '请填写原因').max(500)

/** The sealed bid, as the bid file service takes it for `id`: the submission in force. */
export const EncryptFileId = Id
