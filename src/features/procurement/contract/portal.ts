import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { InformationType, PurchaseMethod } from '../rules/enums.ts'
import { AdmissionValue, NoticeDetail, NoticeRow, Schedule } from './shared.ts'

/** A number of an enumeration, as a query carries it. */
const oneOf = ({ options }: { options: readonly { value: number }[] }) =>
  z.coerce.number().refine((given) => options.some(({ value }) => value === given), '未知的类型')

const Summary = z.object({
  orderTitle: z.string(),
  purchaserName: z.string(),
  region: z.string(),
  category: z.string(),
  method: z.number().int(),
  admission: AdmissionValue,
})

export const portalNotices = endpoint({
  method: 'GET',
  path: '/portal/notices/page',
  summary: 'Published notices of the tenant, newest first',
  query: PageQuery.extend({
    kind: z.coerce.number().int().optional(),
    /** The same by the numbers of the information services; -1: other notices. */
    informationType: oneOf(InformationType).optional(),
    /** Purchase method; -1: none of those with a name. */
    method: oneOf(PurchaseMethod).optional(),
    category: z.enum(['goods', 'works', 'services']).optional(),
    region: z.string().trim().max(100).optional(),
  }),
  returns: pageOf(
    NoticeRow.extend(Summary.shape).extend({ bidEnd: Instant.nullable(), informationType: InformationType.schema }),
  ),
})

export const portalNotice = endpoint({
  method: 'GET',
  path: '/portal/notices/{noticeId}',
  summary: 'One published notice',
  params: z.object({ noticeId: Id }),
  returns: NoticeDetail.extend(Summary.shape).extend({
    orderCode: z.string(),
    stage: z.string(),
    schedule: Schedule,
    bond: Amount,
    /** 2: double envelope. */
    reviewModel: z.number().int(),
    place: z.string(),
    siblings: z.array(NoticeRow),
    /** Of a notice that several orders share: those that everybody may know of. */
    lots: z.array(
      z.object({
        orderId: Id,
        noticeId: Id,
        lotNo: z.number().int(),
        code: z.string(),
        title: z.string(),
        stage: z.string(),
        lines: z.number().int(),
      }),
    ),
  }),
})

export const portalCalendar = endpoint({
  method: 'GET',
  path: '/portal/tenders/{orderId}/calendar.ics',
  summary: 'The dates of a tender for a calendar',
  params: z.object({ orderId: Id }),
  answer: 'file',
})

export const noticeKey = endpoint({
  method: 'GET',
  path: '/portal/notice-key',
  summary: 'Key that signs notices: verifies `signature` (Ed25519, base64) over the bytes of `contentHash`',
  returns: z.object({ algorithm: z.literal('Ed25519'), publicKey: z.string().describe('PEM, SPKI') }),
})
