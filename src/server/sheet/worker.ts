import { serve } from '#server/pdf/thread.ts'
import { composeSheet, composeTemplate } from './compose.ts'
import { parseRows } from './parse.ts'
import type { SheetJob, SheetResult } from './sheet.ts'

serve(
  async (job: SheetJob): Promise<SheetResult> => {
    switch (job.kind) {
      case 'read':
        return { content: await parseRows(Buffer.from(job.file), job.columns) }
      case 'write':
        return { file: new Uint8Array(await composeSheet(job.sheet)) }
      case 'template':
        return { file: new Uint8Array(await composeTemplate(job.sheet)) }
    }
  },
  (result) => ('file' in result ? [result.file.buffer as ArrayBuffer] : []),
)
