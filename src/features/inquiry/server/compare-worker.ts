import { serve } from '#server/pdf/thread.ts'
import { composeBook } from '#server/sheet/compose.ts'
import { comparisonSheets } from './compare-sheets.ts'

serve(
  async (book: string) => new Uint8Array(await composeBook(comparisonSheets(JSON.parse(book)))),
  (file) => [file.buffer],
)
