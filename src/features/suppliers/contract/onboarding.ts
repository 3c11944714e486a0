import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { ONBOARDING_STATES, WAYS } from '../rules/onboarding.ts'
import { SupplierStateValue } from './library.ts'
import { Categories, Day, enumOf, FileRef, GivenFiles, Subject } from './shared.ts'

const params = z.object({ onboardingId: Id })
const Way = enumOf(WAYS)

/** What is proposed of a company. */
export const Terms = z
  .object({
    categories: Categories,
    validFrom: Day,
    validUntil: Day,
    reason: z.string().trim().min(2, '请填写理由').max(1000),
    files: GivenFiles,
  })
  .refine(({ validFrom, validUntil }) => validFrom <= validUntil, {
    path: ['validUntil'],
    message: '有效期截止不能早于开始',
  })

export const OnboardingRow = z.object({
  onboardingId: Id,
  supplierId: Id,
  way: Way,
  state: enumOf(ONBOARDING_STATES),
  name: z.string(),
  creditCode: z.string(),
  categories: z.array(z.string()),
  validFrom: Day,
  validUntil: Day,
  createdByName: z.string(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
  pendingApproval: z.string().nullable(),
})

export const onboardingPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-onboardings/page',
  summary: 'Proposals for the own library, of one way; counts per state',
  query: PageQuery.extend({ way: Way, state: enumOf(ONBOARDING_STATES).optional() }),
  returns: pageOf(OnboardingRow),
})

export const onboardingDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-onboardings/{onboardingId}/detail',
  summary: 'A proposal with what may be done about it',
  params,
  returns: OnboardingRow.extend({
    reason: z.string(),
    files: z.array(FileRef),
    proposedAt: Instant.nullable(),
    decidedByName: z.string(),
    remark: z.string(),
    isRegistered: z.boolean(),
    supplierState: SupplierStateValue,
    actions: z.array(Action),
  }),
})

export const createOnboarding = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-onboardings',
  summary: 'Draft a proposal; a company that the library has already is named instead (`conflict`)',
  body: Terms.safeExtend({ way: Way, subject: Subject }),
  returns: z.object({ onboardingId: Id }),
  errors: ['wrongState', 'conflict'],
})

export const updateOnboarding = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/supplier-onboardings/{onboardingId}',
  summary: 'Change a draft; the company stays',
  params,
  body: Terms,
  errors: ['wrongState'],
})

export const removeOnboarding = endpoint({
  method: 'DELETE',
  path: '/workbench/buyer/supplier-onboardings/{onboardingId}',
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const proposeOnboarding = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-onboardings/{onboardingId}/propose',
  summary: 'Hand a recommendation to whoever keeps the library',
  params,
  errors: ['wrongState'],
})

export const withdrawOnboarding = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-onboardings/{onboardingId}/withdraw',
  summary: 'Take a recommendation back that was not decided',
  params,
  errors: ['wrongState'],
})

export const acceptOnboarding = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-onboardings/{onboardingId}/accept',
  summary: 'Admit the company, or have that approved',
  params,
  body: z.object({ approval: ApprovalInput }),
  returns: orHeld({}),
  errors: ['wrongState'],
})

export const refuseOnboarding = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-onboardings/{onboardingId}/refuse',
  summary: 'Refuse a recommendation, with the reason',
  params,
  body: z.object({ remark: z.string().trim().min(2, '请填写原因').max(500) }),
  errors: ['wrongState'],
})

export const onboardingFile = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-onboardings/{onboardingId}/files/{fileId}',
  summary: 'A file of a proposal',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})
