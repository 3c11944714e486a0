import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ExpertFields, Mobile, NamedFile, StoredFile } from './contract.ts'
import { ApplicationKind, AuditStatus } from './rules/enums.ts'

/** Applications for a library, sharing, leave: who becomes an expert where, and when not. */

export const ApplicationFields = ExpertFields.extend({
  mobile: Mobile,
  files: z.array(NamedFile).max(20).default([]),
  /** What speaks for it. */
  statement: z.string().trim().max(2000).default(''),
})

const ApplicationRow = z.object({
  applicationId: Id,
  kind: ApplicationKind.schema,
  library: z.enum(['platform', 'company']),
  /** The company whose library it is; empty for the platform's. */
  libraryName: z.string(),
  name: z.string(),
  mobile: z.string(),
  employer: z.string(),
  majorNames: z.array(z.string()),
  title: z.string(),
  status: AuditStatus.schema,
  reason: z.string(),
  /** The company that puts forward; empty for a person's own application. */
  companyName: z.string(),
  appliedByName: z.string(),
  appliedAt: Instant,
  decidedByName: z.string(),
  decidedAt: Instant.nullable(),
  mayDecide: z.boolean(),
})

const BASE = '/workbench/expert-applications'
const params = z.object({ applicationId: Id })

export const applicationPage = endpoint({
  method: 'GET',
  path: `${BASE}/page`,
  summary: 'Applications for the own library, or those put forward by the own company',
  query: PageQuery.extend({
    status: z.coerce.number().int().optional(),
    kind: z.coerce.number().int().optional(),
    /** to: for the own library; from: what the own company put forward to others. */
    direction: z.enum(['to', 'from']).default('to'),
  }),
  returns: pageOf(ApplicationRow),
})

export const applicationDetail = endpoint({
  method: 'GET',
  path: `${BASE}/{applicationId}`,
  summary: 'One application, with files, hints of the law and the earlier ones of the same person',
  params,
  returns: ApplicationRow.extend({
    fields: ExpertFields.extend({ employerCode: z.string() }),
    place: z.string(),
    statement: z.string(),
    files: z.array(StoredFile),
    gaps: z.array(z.string()),
    history: z.array(
      z.object({
        applicationId: Id,
        status: AuditStatus.schema,
        reason: z.string(),
        appliedAt: Instant,
        decidedByName: z.string(),
        decidedAt: Instant.nullable(),
      }),
    ),
  }),
})

export const applicationFile = endpoint({
  method: 'GET',
  path: `${BASE}/{applicationId}/files/{fileId}`,
  summary: 'A certificate of an application',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

export const decideApplication = endpoint({
  method: 'POST',
  path: `${BASE}/{applicationId}/decision`,
  summary: 'Take into the library, or refuse with a reason',
  params,
  body: z.object({ pass: z.boolean(), reason: z.string().trim().max(500).default('') }),
  errors: ['wrongState', 'conflict'],
})

export const recommendExpert = endpoint({
  method: 'POST',
  path: BASE,
  summary: "Put somebody forward for the platform's library or, without the right to keep it, for the own one",
  body: ApplicationFields.extend({ library: z.enum(['platform', 'company']) }),
  returns: z.object({ applicationId: Id }),
  errors: ['conflict'],
})

const OWN = '/workbench/expert/applications'

export const ownApplications = endpoint({
  method: 'GET',
  path: OWN,
  summary: 'The own applications and entries in libraries; the companies that take applications',
  returns: z.object({
    rows: z.array(ApplicationRow),
    libraries: z.array(z.object({ companyId: Id.nullable(), name: z.string() })),
    mobile: z.string(),
    name: z.string(),
  }),
})

export const applyAsExpert = endpoint({
  method: 'POST',
  path: OWN,
  summary: "Apply for the platform's library (null) or a company's",
  body: ApplicationFields.omit({ mobile: true }).extend({ companyId: Id.nullable() }),
  returns: z.object({ applicationId: Id }),
  errors: ['conflict'],
})

const ShareRow = z.object({
  shareId: Id,
  companyId: Id.nullable(),
  companyName: z.string(),
  relation: z.enum(['platform', 'above', 'below', 'none']),
  note: z.string(),
  sharedByName: z.string(),
  sharedAt: Instant,
  endedByName: z.string(),
  endedAt: Instant.nullable(),
  endReason: z.string(),
})

const EXPERT = '/workbench/experts/{expertId}'
const ofExpert = z.object({ expertId: Id })

export const sharedRecords = endpoint({
  method: 'GET',
  path: `${EXPERT}/shared-records`,
  summary: 'With whom an expert of the own library is and was shared, and with whom that is possible',
  params: ofExpert,
  returns: z.object({
    expertName: z.string(),
    rows: z.array(ShareRow),
    targets: z.array(
      z.object({ companyId: Id.nullable(), name: z.string(), relation: z.enum(['platform', 'above', 'below']) }),
    ),
    /** Asked of the platform and not decided yet. */
    isPending: z.boolean(),
  }),
})

export const shareExpert = endpoint({
  method: 'POST',
  path: `${EXPERT}/shared-records`,
  summary: 'Share with a company of the hierarchy at once, or with the platform (null) after its audit',
  params: ofExpert,
  body: z.object({ companyId: Id.nullable(), note: z.string().trim().max(500).default('') }),
  errors: ['conflict', 'wrongState'],
})

export const endShare = endpoint({
  method: 'POST',
  path: `${EXPERT}/shared-records/{shareId}/end`,
  summary: 'Stop sharing, with a reason; draws already made keep their experts',
  params: ofExpert.extend({ shareId: Id }),
  body: z.object({ reason: z.string().trim().min(2, '请填写原因').max(500) }),
  errors: ['wrongState'],
})

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/, '请选择日期')

export const ownLeaves = endpoint({
  method: 'GET',
  path: '/workbench/expert/leaves',
  summary: 'Days on which the person is not drawn',
  returns: z.array(
    z.object({ leaveId: Id, firstDay: z.string(), lastDay: z.string(), reason: z.string(), isOver: z.boolean() }),
  ),
})

export const addLeave = endpoint({
  method: 'POST',
  path: '/workbench/expert/leaves',
  summary: 'Not to be drawn on these days',
  body: z
    .object({ firstDay: Day, lastDay: Day, reason: z.string().trim().max(200).default('') })
    .refine((v) => v.lastDay >= v.firstDay, { path: ['lastDay'], message: '结束日期不得早于开始日期' }),
  returns: z.object({ leaveId: Id }),
})

export const dropLeave = endpoint({
  method: 'DELETE',
  path: '/workbench/expert/leaves/{leaveId}',
  summary: 'Be drawn again on days still ahead',
  params: z.object({ leaveId: Id }),
})
