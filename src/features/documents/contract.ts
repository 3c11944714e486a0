import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { CATEGORY_CODES } from './rules.ts'

const Category = z.enum(CATEGORY_CODES, '请选择类别')
const Title = z.string().trim().min(2, '请填写标题，不少于2个字').max(100, '标题不能超过100个字')
const Note = z.string().trim().max(500, '说明不能超过500个字').default('')

const Version = z.object({
  number: z.number().int(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  sha256: z.string(),
  note: z.string(),
  uploadedAt: Instant,
})

const Document = z.object({ documentId: Id, title: z.string(), category: Category, latest: Version })

export const documentPage = endpoint({
  method: 'GET',
  path: '/documents/page',
  summary: 'Documents that the platform shares with its purchasers, the latest change first',
  query: PageQuery.extend({ category: Category.optional() }),
  returns: pageOf(Document),
})

export const documentVersions = endpoint({
  method: 'GET',
  path: '/documents/{documentId}/versions',
  summary: 'Versions of a document, newest first',
  params: z.object({ documentId: Id }),
  returns: z.array(Version),
})

export const documentFile = endpoint({
  method: 'GET',
  path: '/documents/{documentId}/versions/{number}/file',
  summary: 'A version as it was uploaded',
  params: z.object({ documentId: Id, number: z.coerce.number().int().min(1) }),
  answer: 'file',
})

export const addDocument = endpoint({
  method: 'POST',
  path: '/admin/documents',
  summary: 'Share a document; the file is an own upload of use `shared-document`',
  body: z.object({ title: Title, category: Category, fileId: Id, note: Note }),
  returns: z.object({ documentId: Id }),
})

export const addVersion = endpoint({
  method: 'POST',
  path: '/admin/documents/{documentId}/versions',
  summary: 'A new version of a document; the ones before stay',
  params: z.object({ documentId: Id }),
  body: z.object({ fileId: Id, note: Note }),
  returns: z.object({ number: z.number().int() }),
})

export const changeDocument = endpoint({
  method: 'PUT',
  path: '/admin/documents/{documentId}',
  summary: 'Change title and category of a document',
  params: z.object({ documentId: Id }),
  body: z.object({ title: Title, category: Category }),
})

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/admin/documents/{documentId}',
  summary: 'Share a document no longer; its record stays',
  params: z.object({ documentId: Id }),
})
