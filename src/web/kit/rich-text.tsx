import { Suspense, lazy } from 'react'
import type { RichTextProps } from './rich-text-nodes.ts'
import { Skeleton } from './states.tsx'

const Editor = lazy(() => import('./rich-text-editor.tsx').then((m) => ({ default: m.RichTextEditor })))

/** The rich-text editor; its code is loaded when the first one is shown. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton lines={5} />}>
      <Editor {...props} />
    </Suspense>
  )
}
