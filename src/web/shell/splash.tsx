import { tr } from '../kit/labels.ts'

/** The first moment: nothing is known yet, so nothing is drawn that could jump. */
export function Splash() {
  return (
    <div className="kb-splash" role="status" aria-label={tr('加载中')}>
      <span className="kb-splash-bar" />
    </div>
  )
}
