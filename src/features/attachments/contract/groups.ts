import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Attachment, Ids } from './attachments.ts'

const params = z.object({ id: Id })

export const AttachmentGroup = z.object({
  groupId: Id,
  /** May be empty: groups that a program made. */
  name: z.string(),
  /** Attachments in it. */
  count: z.number().int(),
  /** Bytes of all of them. */
  size: z.number().int(),
  makerName: z.string(),
  createdAt: Instant,
  /** May rename and dissolve it: who made it, and the company's administrator. */
  mayChange: z.boolean(),
})
export type AttachmentGroup = z.output<typeof AttachmentGroup>

export const createGroup = endpoint({
  method: 'POST',
  path: '/attachment-groups',
  summary: 'A group of attachments; own attachments can be put in at once',
  body: z.object({
    name: z.string().trim().max(100).default(''),
    attachmentIds: z.array(Id).max(100).default([]),
  }),
  returns: z.object({ groupId: Id }),
})

export const groupAttachments = endpoint({
  method: 'GET',
  path: '/attachment-groups/{id}/attachments',
  summary: 'Attachments of an own group',
  params,
  returns: z.array(Attachment),
})

export const groupsAttachments = endpoint({
  method: 'GET',
  path: '/attachment-groups/attachments',
  summary: 'Attachments of several own groups; groups of others are left out',
  query: z.object({ groupIds: Ids }),
  returns: z.array(z.object({ groupId: Id, name: z.string(), attachments: z.array(Attachment) })),
})

export const groupPage = endpoint({
  method: 'GET',
  path: '/attachment-groups/page',
  summary: 'Groups of the own company, newest first',
  query: PageQuery,
  returns: pageOf(AttachmentGroup),
})

export const renameGroup = endpoint({
  method: 'PUT',
  path: '/attachment-groups/{id}',
  summary: 'Give an own group another name',
  params,
  body: z.object({ name: z.string().trim().min(1, '请输入分组名称').max(100) }),
  errors: ['forbidden'],
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/attachment-groups/{id}',
  summary: 'Dissolve an own group; its attachments stay',
  params,
  errors: ['forbidden'],
})

export const moveAttachments = endpoint({
  method: 'PUT',
  path: '/attachments/group',
  summary: 'Put own attachments into an own group, or with null take them out of theirs',
  body: z.object({
    groupId: Id.nullable(),
    attachmentIds: z.array(Id).min(1, '请选择附件').max(100, '一次最多移动 100 个附件'),
  }),
})
