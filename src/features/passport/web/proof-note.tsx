import { tr } from '#web/kit/labels.ts'

/** While the browser proves its work: a quiet line, read out by screen readers; nothing is to be done. */
export function ProofNote({ shown }: { shown: boolean }) {
  return (
    <p className="kb-proof-note kb-size-13 kb-soft" role="status">
      {shown && tr('正在进行安全验证…')}
    </p>
  )
}
