import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'

const MINUTE = 60_000
export const MEGABYTE = 1024 * 1024
export const GIGABYTE = 1024 * MEGABYTE

/** What papers come as: scans, and what offices write. */
export const SCANS: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']
export const PAPERS: readonly string[] = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/png',
  'image/jpeg',
]

/** What one person, or one company, may upload for a use within thirty days, taken up by a record or not. */
export interface Share {
  bytes: number
  files: number
}

/**
 * Whether the person may upload for a use now, asked before the first byte: how many times over the quota counts
 * (mostly 1; for sealed bids the number of tenders), or why not, for people.
 */
export type Entitlement = (ctx: Context<Actor>) => number | string | Promise<number | string>

/** What may be uploaded for one purpose, by whom, and how much of it. */
export interface UploadPolicy {
  /** Bytes of one file. */
  maxSize: number
  /** Accepted types by content, not by name; `cipher` stands for opaque bytes. */
  types: readonly string[]
  entitled: Entitlement
  person: Share
  /** Of all its people together. */
  company: Share
  /** Ms from its beginning after which an upload that is not finished ends; two hours when left out. */
  unfinishedMs?: number
  /** May use the room on the disk that is kept back. */
  usesReserve?: true
  /** Sent by a form of its feature, never as a resumable upload. */
  byFormOnly?: true
}

/** By use, e.g. `qualification`; the browser names the use in the upload's metadata. */
export type UploadPolicies = Readonly<Record<string, UploadPolicy>>

export function unfinishedMs({ unfinishedMs: own = 120 * MINUTE }: UploadPolicy): number {
  return own
}

/** Anybody who is logged in: for uses with a small quota that come before any right. */
export const anybody: Entitlement = () => 1

/** Who may enter one of the workbenches and has one of the rights. */
export function whoMay(workbenches: readonly Workbench[], rights: readonly string[]): Entitlement {
  return ({ actor }) =>
    workbenches.some((workbench) => actor.workbenches.has(workbench)) && rights.some((right) => actor.rights.has(right))
      ? 1
      : '您没有上传此类文件的权限'
}

const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word（.docx）',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel（.xlsx）',
  'application/zip': 'ZIP',
  'image/png': 'PNG',
  'image/jpeg': 'JPG',
  'image/webp': 'WebP',
  'image/x-icon': 'ICO',
}

/** Why a file was refused, with what may be uploaded instead. */
export function wrongType(types: readonly string[]): string {
  return `不支持的文件类型，可上传 ${types.map((type) => NAMES[type] ?? type).join('、')}`
}
