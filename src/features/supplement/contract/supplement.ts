import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { SUPPLEMENT_STATES } from '../rules/status.ts'
import * as run from './run.ts'

const base = '/workbench/supplements'
const params = z.object({ supplementId: Id })
const State = z.enum(Object.keys(SUPPLEMENT_STATES) as [keyof typeof SUPPLEMENT_STATES])
const reason = z.string().trim().min(2, '请填写原因').max(500)

export const RunFields = run.Run.extend({
  files: run.GivenFiles,
  /** An own project that it joins; null: registering it makes one. */
  projectId: Id.nullable().default(null),
})

const Row = z.object({
  supplementId: Id,
  code: z.string(),
  title: z.string(),
  method: z.number().int(),
  category: z.enum(['goods', 'works', 'services']),
  state: State,
  pending: z.string().nullable(),
  version: z.number().int(),
  budget: Amount,
  deal: Amount,
  awardedOn: z.string(),
  winners: z.string(),
  /** Checks that it does not pass. */
  breaches: z.number().int(),
  companyName: z.string(),
  purchaserName: z.string(),
  projectId: Id.nullable(),
  createdByName: z.string(),
  createdAt: Instant,
  registeredAt: Instant.nullable(),
  /** The own company registers it. */
  isOwn: z.boolean(),
})

export const supplementPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Registrations of the own company, or by an agency for it; counts per state',
  query: PageQuery.extend({
    state: z.union([State, z.literal('breached')]).optional(),
    method: z.coerce.number().int().optional(),
    category: z.enum(['goods', 'works', 'services']).optional(),
  }),
  returns: pageOf(Row),
})

export const supplementChoices = endpoint({
  method: 'GET',
  path: `${base}/choices`,
  summary: 'For whom the own company may register, and the own projects that a registration may join',
  query: z.object({ keyword: z.string().trim().max(60).optional() }),
  returns: z.object({
    purchasers: z.array(z.object({ companyId: Id, name: z.string() })),
    projects: z.array(z.object({ projectId: Id, code: z.string(), name: z.string(), purchaserCompanyId: Id })),
  }),
})

const Content = z.object({ content: run.Run, files: z.array(run.FileRef), findings: z.array(run.Finding) })

const Version = Content.extend({
  version: z.number().int(),
  reason: z.string(),
  changes: z.array(run.Change),
  madeByName: z.string(),
  madeAt: Instant,
})

export const supplementDetail = endpoint({
  method: 'GET',
  path: `${base}/{supplementId}`,
  summary: 'One registration: the version in force, the working copy for whoever writes it, history and additions',
  params,
  returns: Row.extend({
    purchaserCompanyId: Id,
    projectCode: z.string().nullable(),
    projectName: z.string().nullable(),
    withdrawnAt: Instant.nullable(),
    withdrawnByName: z.string(),
    withdrawReason: z.string(),
    /** Of the working copy, or of the one that is to be begun. */
    revision: z.number().int(),
    /** In force; null while there is none. */
    inForce: Version.nullable(),
    /** What was not handed in; for the company that registers it. */
    copy: Content.extend({
      reason: z.string(),
      /** Against the version in force. */
      changes: z.array(run.Change),
    }).nullable(),
    versions: z.array(Version.omit({ content: true, files: true, findings: true })),
    notes: z.array(
      z.object({
        noteId: Id,
        note: z.string(),
        files: z.array(run.FileRef),
        madeByName: z.string(),
        madeAt: Instant,
      }),
    ),
    actions: z.array(Action),
  }),
})

export const supplementVersion = endpoint({
  method: 'GET',
  path: `${base}/{supplementId}/versions/{version}`,
  summary: 'An earlier version as it was handed in',
  params: params.extend({ version: z.coerce.number().int() }),
  returns: Version,
})

export const createSupplement = endpoint({
  method: 'POST',
  path: base,
  summary: 'Draft the registration of a finished purchase',
  body: RunFields.extend({
    /** Agency's side only: whose purchase it was. */
    purchaserCompanyId: Id.nullable().default(null),
  }),
  returns: params,
})

export const updateSupplement = endpoint({
  method: 'PUT',
  path: `${base}/{supplementId}`,
  summary: 'Write the draft, or the correction of what is registered',
  params,
  body: RunFields.extend({
    /** Of the copy that was read; another one since is a conflict. */
    revision: z.number().int(),
    /** Of a correction: why. */
    correctionReason: z.string().trim().max(500).default(''),
  }),
  returns: z.object({ revision: z.number().int() }),
  errors: ['wrongState', 'conflict'],
})

export const removeSupplement = endpoint({
  method: 'DELETE',
  path: `${base}/{supplementId}`,
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const discardCorrection = endpoint({
  method: 'POST',
  path: `${base}/{supplementId}/discard`,
  summary: 'Throw a correction away that was not handed in',
  params,
  errors: ['wrongState'],
})

export const submitSupplement = endpoint({
  method: 'POST',
  path: `${base}/{supplementId}/submit`,
  summary: 'Register it, or its correction, as the next version; approved first where the company wants it so',
  params,
  body: z.object({ revision: z.number().int(), approval: ApprovalInput }),
  returns: orHeld({ version: z.number().int() }),
  errors: ['wrongState', 'conflict'],
})

export const withdrawSupplement = endpoint({
  method: 'POST',
  path: `${base}/{supplementId}/withdraw`,
  summary: 'Withdraw a registration with the reason; it stays readable',
  params,
  body: z.object({ reason, approval: ApprovalInput }),
  returns: orHeld({ version: z.number().int() }),
  errors: ['wrongState'],
})

export const addNote = endpoint({
  method: 'POST',
  path: `${base}/{supplementId}/notes`,
  summary: 'Add words and files to a registration; nothing is changed',
  params,
  body: z.object({ note: z.string().trim().min(2, '请填写说明').max(2000), files: run.GivenFiles }),
  returns: z.object({ noteId: Id }),
  errors: ['wrongState'],
})

export const supplementFile = endpoint({
  method: 'GET',
  path: `${base}/{supplementId}/files/{fileId}`,
  summary: 'A file of any version or addition',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

export const projectSupplements = endpoint({
  method: 'GET',
  path: '/workbench/buyer/projects/{projectId}/supplements',
  summary: 'A project with what was registered of it afterwards, and how many orders it has on the platform',
  params: z.object({ projectId: Id }),
  returns: z.object({
    project: z.object({
      projectId: Id,
      code: z.string(),
      name: z.string(),
      category: z.enum(['goods', 'works', 'services']),
      budget: Amount,
      region: z.string(),
      funds: z.string(),
      purchaserName: z.string(),
      agencyName: z.string().nullable(),
      /** It was made by a registration. */
      isSupplement: z.boolean(),
    }),
    orders: z.number().int(),
    /** Of those that are not withdrawn, yuan. */
    deal: Amount,
    supplements: z.array(Row),
    history: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        code: z.string(),
        text: z.string(),
        byName: z.string(),
        at: Instant,
      }),
    ),
  }),
})

const Errors = z.array(z.object({ cell: z.string(), row: z.number().int(), column: z.string(), message: z.string() }))

export const readParticipants = endpoint({
  method: 'POST',
  path: `${base}/participants/read`,
  summary: 'Read participants from xlsx into the form; nothing is taken while a cell is wrong',
  multipart: true,
  once: false,
  returns: z.object({ rows: z.array(run.Participant), errors: Errors, hidden: z.array(z.number().int()) }),
})

export const readLines = endpoint({
  method: 'POST',
  path: `${base}/lines/read`,
  summary: 'Read what was bought from xlsx into the form; nothing is taken while a cell is wrong',
  multipart: true,
  once: false,
  returns: z.object({ rows: z.array(run.Line), errors: Errors, hidden: z.array(z.number().int()) }),
})

export const participantTemplate = endpoint({
  method: 'GET',
  path: `${base}/participant-template`,
  summary: 'Empty list of participants to fill in',
  answer: 'file',
})

export const lineTemplate = endpoint({
  method: 'GET',
  path: `${base}/line-template`,
  summary: 'Empty list of what was bought to fill in',
  answer: 'file',
})
