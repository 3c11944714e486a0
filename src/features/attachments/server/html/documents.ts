import { buffer } from 'node:stream/consumers'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { Caller } from '#server/implement.ts'
import { peopleRenderer } from '#server/pdf/render.ts'
import { type RichNode, richTextToTypst } from '#server/pdf/rich-text.ts'
import { processOf } from '#server/pdf/thread.ts'
import { isPicture, LIMITS } from '../../rules.ts'
import { readableFiles } from '../access.ts'
import { answerApart } from '../convert/threads.ts'
import type { AttachmentHolder } from '../public.ts'
import type { Sanitised } from './sanitise.ts'
import type { WordPicture } from './word.ts'
import type { HtmlJob, HtmlResult } from './worker.ts'

const MAX_PICTURE = 20 * 1024 * 1024

const apart = processOf<HtmlJob, HtmlResult>(new URL('./worker.ts', import.meta.url), {
  timeout: 30_000,
  message: '内容过于复杂，处理超时，请精简后重试',
  limits: { maxOldGenerationSizeMb: 768 },
})

const render = peopleRenderer()

/** What the template says when the document becomes too long. */
const TOO_MANY = 'too many pages'

const TEMPLATE = `
#import "base.typ": input, serif, sans, ink, muted, rich
// A person's own text: no letterhead of the platform, which would make it look official.
#set document(title: input.title, date: auto)
#set text(font: serif, size: 11pt, fill: ink, lang: "zh", region: "cn")
#set par(leading: 0.85em, spacing: 1.1em, justify: true)
#set page(
  paper: "a4",
  margin: (top: 27mm, bottom: 25mm, x: 25mm),
  footer: context {
    if counter(page).get().first() > input.mostPages { panic("${TOO_MANY}") }
    align(center, text(font: sans, size: 8.5pt, fill: muted)[
    第 #counter(page).display() 页 共 #counter(page).final().first() 页
    ])
  },
)
#show heading: set text(font: sans, weight: "bold")
#show heading: set block(above: 1.6em, below: 1em, sticky: true)
#if input.title != "" { align(center, block(below: 18pt, text(font: sans, size: 18pt, weight: "bold", input.title))) }
#rich(input.content)
`

/** HTML that has become ours: closed nodes, pictures of which nothing but the picture is left. */
export interface ReadHtml {
  title: string
  nodes: RichNode[]
  pictures: Record<string, WordPicture>
  dropped: string[]
}

interface Asking {
  caller: Caller & { actor: Actor }
  holders: readonly AttachmentHolder[]
}

/** Sanitises HTML and fetches the pictures it may show: its own data, and attachments that the caller may read. */
export async function readHtml(
  kernel: Kernel,
  { content: html, title }: { content: string; title: string },
  asking: Asking,
): Promise<ReadHtml> {
  const answer = await apart({ op: 'sanitise', html })
  if (answer.op !== 'sanitise') throw new Error('wrong answer')
  const { nodes, pictures: wanted, dropped } = answer.found
  if (nodes.length === 0) throw new AppError('wrongFormat', '内容中没有可以转换的文字')
  const pictures: ReadHtml['pictures'] = {}
  const files = await attached(kernel, wanted, asking)
  for (const { name, source } of wanted) {
    const content = 'data' in source ? source.data : files.get(source.attachmentId)
    const picture = content && (await drawn(content))
    if (picture) pictures[name] = picture
    else dropped.push('data' in source ? '损坏的图片' : '无权查看的图片')
  }
  return { title, nodes: without(nodes, pictures), pictures, dropped: [...new Set(dropped)] }
}

export async function pdfOf(kernel: Kernel, { title, nodes, pictures }: ReadHtml): Promise<Buffer> {
  const entries = Object.entries(pictures).map(([name, picture]) => {
    return { name, picture, path: `files/${name}.${picture.mime === 'image/png' ? 'png' : 'jpg'}` }
  })
  const images = new Map(entries.map(({ name, path, picture }) => [name, { path, width: picture.width }]))
  const data = { title, content: richTextToTypst(nodes, { images }), mostPages: LIMITS.madePages }
  const files = Object.fromEntries(entries.map(({ path, picture }) => [path, picture.data]))
  try {
    return await render(TEMPLATE, data, { at: kernel.clock.now(), files })
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes(TOO_MANY)) throw error
    throw new AppError('tooLarge', `内容超过 ${LIMITS.madePages} 页，请分成几份`)
  }
}

export async function wordDocument({ title, nodes, pictures }: ReadHtml): Promise<Buffer> {
  const answer = await apart({ op: 'word', title, nodes, pictures })
  if (answer.op !== 'word') throw new Error('wrong answer')
  return Buffer.from(answer.data.buffer, answer.data.byteOffset, answer.data.byteLength)
}

async function attached(
  kernel: Kernel,
  wanted: Sanitised['pictures'],
  { caller, holders }: Asking,
): Promise<Map<string, Uint8Array>> {
  const ids = [...new Set(wanted.flatMap(({ source }) => ('attachmentId' in source ? [source.attachmentId] : [])))]
  if (ids.length === 0) return new Map()
  const scope = { tenantId: caller.tenantId, actor: caller.actor, readOnly: true }
  const files = await inContext(kernel, scope, (ctx) => readableFiles(ctx, holders, ids))
  const found = new Map<string, Uint8Array>()
  for (const file of files) {
    if (!isPicture(file.mime) || file.size > MAX_PICTURE) continue
    found.set(file.id, await buffer(await kernel.files.read(file.sha256.toString('hex'))))
  }
  return found
}

async function drawn(content: Uint8Array): Promise<WordPicture | null> {
  try {
    const { data, mime } = await answerApart({ op: 'redraw', content })
    // Loaded with its first picture: the library brings 20 MB of its own.
    const { default: sharp } = await import('sharp')
    const { width, height } = await sharp(data, { limitInputPixels: LIMITS.pixels }).metadata()
    return { data, mime, width, height }
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'fileType') return null
    throw error
  }
}

/** The nodes without pictures that are not there. */
function without(nodes: readonly RichNode[], pictures: ReadHtml['pictures']): RichNode[] {
  return nodes
    .filter((node) => node.type !== 'image' || Object.hasOwn(pictures, String(node.attrs?.file)))
    .map((node) => (node.content ? { ...node, content: without(node.content, pictures) } : node))
}
