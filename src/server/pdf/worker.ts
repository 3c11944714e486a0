import { compilePdf } from './compile.ts'
import { serve } from './thread.ts'

serve(
  (job: Parameters<typeof compilePdf>[0]) => new Uint8Array(compilePdf(job)),
  (pdf) => [pdf.buffer],
)
