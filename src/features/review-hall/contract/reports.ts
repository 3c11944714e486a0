import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { RichText } from '#features/procurement/contract/shared.ts'
import { CatalogType, ReportStatus } from '#features/evaluation/rules/enums.ts'
import { EXPERT, Process, project, PURCHASER } from './shared.ts'

/** A part of a report: a document of its own, made from the record or uploaded in its place. */
export const Catalog = z.object({
  catalogId: Id,
  type: CatalogType.schema,
  label: z.string(),
  sort: z.number().int(),
  state: ReportStatus.schema,
  stateLabel: z.string(),
  failure: z.string(),
  /** A scan or other document took the place of the generated one. */
  isUploaded: z.boolean(),
  fileName: z.string().nullable(),
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  updatedAt: Instant.nullable(),
  updatedBy: z.string(),
  /** Words that stand before the record's part; the record itself cannot be edited. */
  content: RichText.nullable(),
  /** `updateContent`, `upload`: on the purchaser's side, while nobody has signed. */
  actions: z.array(Action),
})
export type Catalog = z.output<typeof Catalog>

const ofReport = project.extend({ reportId: Id })
const ofCatalog = ofReport.extend({ catalogId: Id })

export const createProcess = endpoint({
  method: 'POST',
  path: `${PURCHASER}/processes`,
  summary: 'Add the first-stage report to a double-envelope review, once the first stage is decided',
  params: project,
  body: z.object({ processType: z.literal(4) }),
  returns: Process,
  errors: ['wrongState', 'conflict'],
})

export const updateContent = endpoint({
  method: 'POST',
  path: `${PURCHASER}/reports/{reportId}/update-content`,
  summary: 'Write words into a part of the report; the part and the report are made again',
  params: ofReport,
  body: z.object({ catalogId: Id, content: RichText.nullable() }),
  errors: ['wrongState'],
})

export const uploadCatalog = endpoint({
  method: 'POST',
  path: `${PURCHASER}/reports/{reportId}/catalogs/{catalogId}/upload`,
  summary: 'Put a document (PDF, field `file`) in the place of a generated part',
  params: ofCatalog,
  multipart: true,
  returns: z.object({ sha256: z.string(), size: z.number().int() }),
  errors: ['wrongState', 'fileType', 'tooLarge'],
})

export const uploadComplete = endpoint({
  method: 'POST',
  path: `${PURCHASER}/reports/{reportId}/upload-complete`,
  summary: 'All documents are uploaded: the report is made again over their hashes',
  params: ofReport,
  formEncoded: true,
  errors: ['wrongState'],
})

/** Reading a report: the same for both sides. */
export const purchaserReportReads = reportReads(PURCHASER)
export const expertReportReads = reportReads(EXPERT)

function reportReads(base: string) {
  const file = (path: string, summary: string) =>
    endpoint({ method: 'GET', path: `${base}/reports/{reportId}/${path}`, summary, params: ofReport, answer: 'file' })
  return {
    catalogs: endpoint({
      method: 'GET',
      path: `${base}/reports/{reportId}/catalogs`,
      summary: 'Parts of a report, each with how it stands',
      params: ofReport,
      returns: z.array(Catalog),
    }),
    catalogFile: endpoint({
      method: 'GET',
      path: `${base}/reports/{reportId}/catalogs/{catalogId}/down`,
      summary: 'One part of a report (PDF)',
      params: ofCatalog,
      query: z.object({ save: z.enum(['true', 'false']).default('true') }),
      answer: 'file',
    }),
    word: file('word', 'The report as a Word document'),
    bidderMark: file('bidder-mark', 'What was read out at the opening (PDF)'),
    askFile: file('review-asks', 'Questions to bidders and their answers (PDF)'),
    roundOffers: file('bidder-round-offer', 'Offers of all rounds and corrected prices (PDF)'),
  }
}

/** The leader draws the parameters of a dual-random review, before the price is computed. */
export const drawParams = endpoint({
  method: 'POST',
  path: `${EXPERT}/draws/{drawId}/draw`,
  summary: 'Draw in public: the committed seed is revealed and the result follows from it (leader)',
  params: project.extend({ drawId: Id }),
  errors: ['wrongState'],
})
