import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { markedPdf } from '#features/attachments/server/public.ts'
import { inContext, type Kernel } from '#server/context.ts'
import { type Caller, type FileAnswer, implementFile, type Input, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { bytesOf, READS, type Task } from './access.ts'
import { actsOf, fileOf, readable } from './view.ts'

const PDF = 'application/pdf'

/** The document of a task, and what proves its signatures. */
export const documentRoutes: readonly Route[] = [
  implementFile(contract.signTaskPreview, { ...READS, prepare: mark }, async (_, { prepared }) => ({
    ...(prepared as FileAnswer),
    inline: true,
  })),

  implementFile(contract.signTaskContent, READS, async (ctx, { params }) => {
    const { task, sha256 } = await readable(ctx, params.id)
    return { name: nameOf(task, '.pdf'), mime: PDF, content: await ctx.files.read(sha256) }
  }),

  implementFile(contract.signTaskEvidence, READS, async (ctx, { params }) => {
    const { task } = await readable(ctx, params.id)
    const rows = await ctx.many('sign_act', { taskId: task.id }, { orderBy: ['revision'] })
    const revisions = await ctx.many('sign_revision', { taskId: task.id }, { orderBy: ['number'] })
    const base64 = (bytes: Buffer) => bytes.toString('base64')
    const evidence = {
      task: { id: task.id, code: task.code, title: task.title, state: task.state, file: fileOf(task) },
      revisions: revisions.map(({ number, sha256, size, createdAt }) => ({
        number,
        sha256: sha256.toString('hex'),
        size,
        createdAt: createdAt.toISOString(),
      })),
      signatures: (await actsOf(ctx, task.id)).map((act, i) => ({
        ...act,
        signedAttributes: base64(rows[i]!.attributes),
        signature: base64(rows[i]!.signature),
        certificate: base64(rows[i]!.certificate),
        timeStampToken: base64(rows[i]!.token),
      })),
    }
    const content = Buffer.from(JSON.stringify(evidence, null, 2))
    return { name: nameOf(task, '-签署证据.json'), mime: 'application/json', content }
  }),
]

/** The document with who reads it and when across its pages; once all have signed as it is. */
async function mark(kernel: Kernel, input: Input<unknown, unknown, unknown>, caller: Caller): Promise<FileAnswer> {
  const { actor, tenantId } = caller
  if (!actor) throw new AppError('unauthenticated')
  const { taskId } = input.params as { taskId: string }
  const { task, sha256 } = await inContext(kernel, { tenantId, actor, readOnly: true }, (ctx) => readable(ctx, taskId))
  const name = nameOf(task, '.pdf')
  if (task.state === 'completed') return { name, mime: PDF, content: await kernel.files.read(sha256) }
  const word = ['未完成签署', actor.companyName, actor.name, formatTime(kernel.clock.now())].filter(Boolean).join(' ')
  const content = await markedPdf(actor, { content: await bytesOf(kernel, sha256), word })
  return { name, mime: PDF, size: content.length, content }
}

function nameOf({ title, code }: Pick<Task, 'title' | 'code'>, end: string): string {
  return `${title} ${code}${end}`
}
