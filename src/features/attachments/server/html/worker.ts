import { serve } from '#server/pdf/thread.ts'
import { sanitise, type Sanitised } from './sanitise.ts'
import { type WordContent, wordOf } from './word.ts'

export type HtmlJob = { op: 'sanitise'; html: string } | ({ op: 'word' } & WordContent)
export type HtmlResult = { op: 'sanitise'; found: Sanitised } | { op: 'word'; data: Uint8Array }

serve(async (job: HtmlJob): Promise<HtmlResult> => {
  switch (job.op) {
    case 'sanitise':
      return { op: 'sanitise', found: sanitise(job.html) }
    case 'word':
      return { op: 'word', data: await wordOf(job) }
  }
})
