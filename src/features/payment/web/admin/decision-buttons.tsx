import { Button } from 'antd'

/** What a second person says to a proposal. */
export function DecisionButtons({ onDecide }: { onDecide: (approve: boolean) => void }) {
  return (
    <span className="kb-inline kb-gap-12">
      <Button type="link" size="small" onClick={() => onDecide(true)}>
        同意
      </Button>
      <Button type="link" size="small" danger onClick={() => onDecide(false)}>
        不同意
      </Button>
    </span>
  )
}
