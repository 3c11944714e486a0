import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { BLACK_BASES, LISTING_STATES, LISTS, MATCHES } from '../rules/listings.ts'
import { Day, enumOf, FileRef, GivenFiles, Reason, Subject } from './shared.ts'

const params = z.object({ listingId: Id })
const Kind = enumOf(LISTS)

export const ListingRow = z.object({
  listingId: Id,
  kind: Kind,
  /** Null: it is in no library of ours. */
  supplierId: Id.nullable(),
  name: z.string(),
  creditCode: z.string(),
  basis: z.string(),
  basisLabel: z.string(),
  reason: z.string(),
  from: Day,
  until: Day.nullable(),
  state: enumOf(LISTING_STATES),
  match: enumOf(MATCHES),
  source: z.string(),
  queriedAt: Instant.nullable(),
  pendingApproval: z.string().nullable(),
  basisText: z.string(),
  hearing: z.string(),
  files: z.array(FileRef),
  createdByName: z.string(),
  createdAt: Instant,
  decidedByName: z.string(),
  decidedAt: Instant.nullable(),
  liftedByName: z.string(),
  liftedAt: Instant.nullable(),
  liftReason: z.string(),
  actions: z.array(Action),
})

export const listingPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-listings/page',
  summary: 'Entries of a list of the own company; counts per state',
  query: PageQuery.extend({
    kind: Kind,
    state: enumOf(LISTING_STATES).optional(),
    match: enumOf(MATCHES).optional(),
  }),
  returns: pageOf(ListingRow),
})

export const ListingFields = z.object({
  basis: z.string().max(40),
  basisText: z.string().trim().max(500).default(''),
  reason: z.string().trim().min(2, '请填写原因').max(1000),
  hearing: z.string().trim().max(1000).default(''),
  from: Day,
  until: Day,
  files: GivenFiles,
})

export const createListing = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-listings',
  summary: 'Draft an entry of the black or the red list',
  body: ListingFields.extend({ kind: z.enum(['black', 'red']), subject: Subject }),
  returns: z.object({ listingId: Id }),
  errors: ['wrongState', 'conflict'],
})

export const updateListing = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/supplier-listings/{listingId}',
  summary: 'Change a draft; the company stays',
  params,
  body: ListingFields,
  errors: ['wrongState'],
})

export const removeListing = endpoint({
  method: 'DELETE',
  path: '/workbench/buyer/supplier-listings/{listingId}',
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const decideListing = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-listings/{listingId}/decide',
  summary: 'Put the entry into force, or have that approved',
  params,
  body: z.object({ approval: ApprovalInput }),
  returns: orHeld({}),
  errors: ['wrongState'],
})

export const liftListing = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-listings/{listingId}/lift',
  summary: 'End an entry before its day, with the reason, or have that approved',
  params,
  body: z.object({ reason: Reason, approval: ApprovalInput }),
  returns: orHeld({}),
  errors: ['wrongState'],
})

export const syncListing = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-listings/{listingId}/sync',
  summary: 'Put an entry in force on the lists of all subordinate companies that do not have it',
  params,
  returns: z.object({ companies: z.number().int() }),
  errors: ['wrongState'],
})

export const listingFile = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-listings/{listingId}/files/{fileId}',
  summary: 'Evidence of an entry',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

export const listingRecords = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-listing-records/page',
  summary: 'Who did what to the own lists, newest first',
  query: PageQuery.extend({ kind: Kind.optional() }),
  returns: pageOf(
    z.object({
      recordId: Id,
      listingId: Id,
      kind: Kind,
      action: z.string(),
      label: z.string(),
      name: z.string(),
      creditCode: z.string(),
      summary: z.string(),
      byName: z.string(),
      at: Instant,
    }),
  ),
})

export const SYNC_WAYS = { superior: '上级单位同步', subordinates: '同步至下级单位', public: '公开名单导入' } as const

export const syncPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-syncs/page',
  summary: 'What came in from lists of others, and what went to subordinate companies, newest first',
  query: PageQuery,
  returns: pageOf(
    z.object({
      syncId: Id,
      way: enumOf(SYNC_WAYS),
      source: z.string(),
      queriedAt: Instant,
      fileName: z.string(),
      rowsRead: z.number().int(),
      rowsNew: z.number().int(),
      rowsPossible: z.number().int(),
      items: z.array(z.object({ name: z.string(), creditCode: z.string(), outcome: z.string() })),
      byName: z.string(),
      at: Instant,
    }),
  ),
})

export const untrustTemplate = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-listings/untrust/import/template',
  summary: 'The sheet that a public list is imported from',
  answer: 'file',
})

export const importUntrust = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-listings/untrust/import',
  summary: 'Import facts of a public list: all of them, or none and every wrong cell; what is known already stays',
  multipart: true,
  once: false,
  returns: z.object({
    count: z.number().int(),
    errors: z.array(z.object({ row: z.number().int(), column: z.string(), cell: z.string(), message: z.string() })),
  }),
})

export const confirmMatch = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-listings/{listingId}/confirm',
  summary: 'Say whether a fact that fits by name alone is about the supplier of that name',
  params,
  body: z.object({ isSame: z.boolean(), reason: Reason }),
  errors: ['wrongState'],
})

export const BlackBasisValue = enumOf(BLACK_BASES)
