import { enumeration } from '#contract/enumeration.ts'
import { DAY } from '#contract/time.ts'
import { statusTable } from '#contract/transition.ts'

const MEGABYTE = 1024 * 1024
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Status of a download task, and of a conversion: the same four. */
export const DownloadStatus = enumeration({
  waiting: { value: 1, label: '未下载' },
  running: { value: 2, label: '下载中' },
  success: { value: 3, label: '成功' },
  failed: { value: 4, label: '失败' },
})

export const ConversionStatus = enumeration({
  waiting: { value: 1, label: '排队中' },
  running: { value: 2, label: '转换中' },
  success: { value: 3, label: '成功' },
  failed: { value: 4, label: '失败' },
})

export const WatermarkType = enumeration({
  none: { value: 0, label: '无' },
  text: { value: 1, label: '普通文字' },
})

/** In which form a file is shown or taken. */
export const PATTERNS = ['original', 'pdf', 'thumbnail', 'watermarked'] as const
export type Pattern = (typeof PATTERNS)[number]

/** What may be uploaded by form: privately, or as a picture for everybody. */
export const FORM_POLICIES = {
  attachment: {
    maxSize: 100 * MEGABYTE,
    types: ['application/pdf', WORD, EXCEL, 'application/zip', 'image/png', 'image/jpeg', 'image/webp'],
  },
  resource: { maxSize: 2 * MEGABYTE, types: ['image/png', 'image/jpeg', 'image/webp'] },
} as const
export type FormUse = keyof typeof FORM_POLICIES

/** A signed policy can be used this long. */
export const POLICY_MS = 10 * 60_000
/** A file of the download centre is kept this long. */
export const KEPT_MS = 7 * DAY
/** Tasks of one person that may wait or run at a time. */
export const MOST_OPEN_DOWNLOADS = 10

/** Limits of what is made from files; beyond them there is a reason instead of a result. */
export const LIMITS = {
  /** Bytes of a file that is converted or marked. */
  source: 100 * MEGABYTE,
  /** Pages of a PDF that a conversion makes or a watermark is put on. */
  pages: 2000,
  /** Characters of HTML. */
  html: 2_000_000,
  /** Pages of a PDF made of HTML. */
  madePages: 500,
  /** Documents in one batch. */
  batch: 50,
  /** Pixels of a picture. */
  pixels: 60_000_000,
} as const

const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
const OFFICE: Readonly<Record<string, string>> = { [WORD]: 'docx', [EXCEL]: 'xlsx' }

export function isPicture(mime: string): boolean {
  return PICTURES.includes(mime)
}

export function isPdf(mime: string): boolean {
  return mime === 'application/pdf'
}

/** The ending of an office document; null for anything else. */
export function officeKind(mime: string): 'docx' | 'xlsx' | null {
  return (OFFICE[mime] as 'docx' | 'xlsx' | undefined) ?? null
}

/** Whether there is a way to show a file of this type as a PDF. */
export function convertible(mime: string): boolean {
  return isPdf(mime) || isPicture(mime) || officeKind(mime) !== null
}

/** `合同.docx` → `合同.pdf` */
export function renamed(name: string, ending: string): string {
  return `${name.replace(/\.[^./\\]{1,5}$/, '')}.${ending}`
}

export interface DownloadFacts {
  status: (typeof DownloadStatus.values)[keyof typeof DownloadStatus.values]
  /** Ms; null while there is no result. */
  expiresAt: number | null
}

const S = DownloadStatus.values

/** What the person who asked for it may do with a download task. */
export const DOWNLOAD = statusTable<DownloadFacts['status'], 'take' | 'retry' | 'delete', DownloadFacts, null>(
  (record) => record.status,
  [
    {
      action: 'take',
      label: '下载',
      from: [S.success],
      who: () => true,
      primary: true,
      guard: ({ expiresAt }, now) => (expiresAt !== null && now < expiresAt ? true : '文件已过期，请重新生成'),
    },
    { action: 'retry', label: '重试', from: [S.failed], to: S.waiting, who: () => true },
    {
      action: 'retry',
      label: '重新生成',
      from: [S.success],
      to: S.waiting,
      who: () => true,
      guard: ({ expiresAt }, now) => (expiresAt !== null && now >= expiresAt ? true : '文件仍在有效期内，可直接下载'),
    },
    {
      action: 'delete',
      label: '删除',
      from: [S.waiting, S.running, S.success, S.failed],
      who: () => true,
      confirm: '删除后不能再下载该文件，需要时请重新发起。',
      danger: true,
    },
  ],
)
