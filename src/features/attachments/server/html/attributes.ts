import type { DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element

/** A picture that came with the HTML, or one among the attachments that the caller may read. */
export type PictureSource = { data: Uint8Array } | { attachmentId: string }

const MAX_PICTURE = 8 * 1024 * 1024
const DATA = /^data:image\/(?:png|jpe?g|webp);base64,([a-z0-9+/=\s]+)$/i
/** The forms in which our own pages name an attachment. */
const OURS = /^(?:attachment:|\/api\/attachments\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/i

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value
}

/** Left out altogether where none is given, so that it can be spread. */
export function alignOf(element: Element): { textAlign?: string } {
  const style = /(?:^|;)\s*text-align\s*:\s*(left|center|right|justify)\b/i.exec(attribute(element, 'style') ?? '')
  const given = (
    style?.[1] ??
    attribute(element, 'align') ??
    (element.tagName === 'center' ? 'center' : '')
  ).toLowerCase()
  return ['left', 'center', 'right', 'justify'].includes(given) ? { textAlign: given } : {}
}

/** A whole number from 1 on. */
export function spanOf(element: Element, name: 'colspan' | 'rowspan', most: number): number {
  const value = Number(attribute(element, name) ?? 1)
  return Number.isInteger(value) ? Math.min(most, Math.max(1, value)) : 1
}

/** An address of the web or of mail; null for none, undefined for any other. It is printed, never followed. */
export function hrefOf(element: Element): string | null | undefined {
  const href = attribute(element, 'href')?.trim()
  if (!href || href.startsWith('#')) return null
  try {
    const url = new URL(href)
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href.slice(0, 500) : undefined
  } catch {
    return undefined
  }
}

/** Null for every picture that lies elsewhere. */
export function pictureOf(element: Element): PictureSource | null {
  const src = attribute(element, 'src')?.trim() ?? ''
  const attachmentId = OURS.exec(src)?.[1]
  if (attachmentId) return { attachmentId: attachmentId.toLowerCase() }
  if (src.length > MAX_PICTURE * 1.4) return null
  const base64 = DATA.exec(src)?.[1]
  return base64 === undefined ? null : { data: new Uint8Array(Buffer.from(base64, 'base64')) }
}
