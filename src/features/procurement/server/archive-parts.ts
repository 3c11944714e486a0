import type { Readable } from 'node:stream'
import { MACHINE } from '#features/sealing/core/record-manifest.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Order } from './access.ts'

/** Folders of the dossier (卷宗), as auditors file it: in the order of the procedure. */
export const FOLDERS = {
  documents: '01 立项与采购文件',
  notices: '02 公告',
  signUps: '03 报名与资格',
  changes: '04 澄清变更',
  bids: '05 投标与开标',
  review: '06 评审',
  result: '07 候选人与结果',
  contract: '08 合同与保证金',
  objections: '09 异议投诉',
} as const
export type Folder = keyof typeof FOLDERS

/** Bytes, or the hash (SHA-256, hex) they are stored under, or what opens them when they are written. */
export type Content = Buffer | { sha256: string } | (() => Promise<Readable>)

/** One file of an archive: its path inside, and its bytes. */
export interface ArchiveEntry {
  path: string
  content: Content
  /** The type that its JSON states, `kaibiao.…`. */
  type?: string | undefined
  /** Where people look for it; left out: among what programs read. */
  folder?: Folder
}

/**
 * What a feature adds to the archive of an order. `src/server/features.ts` hands the parts of all features over, so
 * that procurement needs to know none of them. Runs in the archiving transaction, with the order locked.
 */
export interface ArchivePart {
  /** Folder of its entries. */
  name: string
  entries: (ctx: Context<Actor>, order: Order) => Promise<ArchiveEntry[]>
}

/** A value for programs: JSON, indented, so that a person can read it. */
export function jsonEntry(path: string, value: unknown): ArchiveEntry {
  const { type } = Object(value) as { type?: unknown }
  return {
    path,
    content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
    type: typeof type === 'string' ? type : undefined,
  }
}

/** A file for people. `path`: below the folder, in words of the trade. */
export function filed(folder: Folder, path: string, content: Content): ArchiveEntry {
  return { folder, path, content }
}

/** Its path in the archive. */
export function placed({ folder, path, ...entry }: ArchiveEntry): ArchiveEntry {
  return { ...entry, path: `${folder === undefined ? MACHINE : FOLDERS[folder]}/${path}` }
}

/** The position of something among others, as file names begin: `01 `. */
export function numbered(no: number, name: string): string {
  return `${String(no).padStart(2, '0')} ${name}`
}
