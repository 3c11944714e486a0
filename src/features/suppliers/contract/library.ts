import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { CERTIFICATE_STATES } from '../rules/certificates.ts'
import { GRADES } from '../rules/grades.ts'
import { LISTING_STATES, LISTS } from '../rules/listings.ts'
import { ORIGINS, SUPPLIER_STATES } from '../rules/states.ts'
import { Categories, Day, enumOf, FileRef, Reason } from './shared.ts'

export const SupplierStateValue = enumOf(SUPPLIER_STATES)
const Grade = z.enum(GRADES)
const params = z.object({ supplierId: Id })

export const SupplierRow = z.object({
  supplierId: Id,
  companyId: Id,
  name: z.string(),
  creditCode: z.string(),
  /** It has an account here, so that it can be invited. */
  isRegistered: z.boolean(),
  state: SupplierStateValue,
  origin: enumOf(ORIGINS),
  categories: z.array(z.string()),
  validFrom: Day.nullable(),
  validUntil: Day.nullable(),
  /** In force today. */
  grade: Grade.nullable(),
  gradeUntil: Day.nullable(),
  /** Lists it stands on today. */
  lists: z.array(enumOf(LISTS)),
  certificates: z.object({ expired: z.number().int(), expiring: z.number().int() }),
})

export const supplierPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/suppliers/page',
  summary: 'The own library of suppliers; counts per state',
  query: PageQuery.extend({
    state: SupplierStateValue.optional(),
    grade: Grade.optional(),
    category: z.string().trim().max(40).optional(),
    listed: z.enum(['black', 'red', 'untrust', 'none']).optional(),
    certificates: z.enum(['expired', 'expiring']).optional(),
    origin: enumOf(ORIGINS).optional(),
  }),
  returns: pageOf(SupplierRow),
})

export const supplierCategories = endpoint({
  method: 'GET',
  path: '/workbench/buyer/suppliers/categories',
  summary: 'Categories of the own library',
  returns: z.array(z.string()),
})

const Certificate = z.object({
  certificateId: Id,
  kind: z.string(),
  number: z.string(),
  issuer: z.string(),
  scope: z.string(),
  validUntil: Day.nullable(),
  state: enumOf(CERTIFICATE_STATES),
  files: z.array(FileRef),
})

const OrderOf = z.object({
  orderId: Id,
  code: z.string(),
  title: z.string(),
  method: z.number().int(),
  signedUpAt: Instant,
  /** It won. */
  isAwarded: z.boolean(),
})

export const supplierDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/suppliers/{supplierId}/detail',
  summary: 'Everything the own company keeps of a supplier',
  params,
  returns: SupplierRow.extend({
    legalPerson: z.string(),
    createdAt: Instant,
    certificateList: z.array(Certificate),
    grades: z.array(
      z.object({ grade: Grade, from: Day, until: Day, reason: z.string(), byName: z.string(), at: Instant }),
    ),
    listings: z.array(
      z.object({
        listingId: Id,
        kind: enumOf(LISTS),
        basis: z.string(),
        reason: z.string(),
        from: Day,
        until: Day.nullable(),
        state: enumOf(LISTING_STATES),
        match: z.string(),
      }),
    ),
    orders: z.array(OrderOf),
    history: z.array(
      z.object({
        action: z.string(),
        label: z.string(),
        from: SupplierStateValue.nullable(),
        to: SupplierStateValue,
        reason: z.string(),
        byName: z.string(),
        at: Instant,
      }),
    ),
    shares: z.number().int(),
    /** What its next invitation meets. */
    admission: z.object({ level: z.enum(['ok', 'warn', 'block']), reason: z.string() }),
    actions: z.array(Action),
  }),
})

export const actOnSupplier = endpoint({
  method: 'POST',
  path: '/workbench/buyer/suppliers/{supplierId}/act',
  summary: 'Pause, resume or let go of a supplier, with the reason',
  params,
  body: z.object({ action: z.enum(['pause', 'resume', 'leave']), reason: Reason }),
  errors: ['wrongState'],
})

export const renewSupplier = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/suppliers/{supplierId}/term',
  summary: 'Change categories and term of a qualified supplier',
  params,
  body: z.object({ categories: Categories, validUntil: Day, reason: Reason }),
  errors: ['wrongState'],
})

export const gradeSupplier = endpoint({
  method: 'POST',
  path: '/workbench/buyer/suppliers/{supplierId}/grades',
  summary: 'Give a supplier a grade from today on, with the reason',
  params,
  body: z.object({ grade: Grade, until: Day, reason: Reason }),
  errors: ['wrongState'],
})

export const lookUpCompany = endpoint({
  method: 'GET',
  path: '/workbench/buyer/suppliers/lookup',
  summary: 'Who has a credit code, and whether the own library has it already',
  query: z.object({ creditCode: z.string().trim().toUpperCase().max(18) }),
  returns: z.object({
    /** Registered here as a supplier. */
    company: z.object({ companyId: Id, name: z.string() }).nullable(),
    supplier: z.object({ supplierId: Id, name: z.string(), state: SupplierStateValue }).nullable(),
  }),
})
