import { Button, Dropdown } from 'antd'
import type { AllowedAction } from '#contract/transition.ts'
import { ask } from '../feedback.ts'
import { tr } from './labels.ts'
import { MenuLabel, WithReason } from './with-reason.tsx'

export interface ActionBarProps {
  /** From the server, in order; the browser derives nothing. */
  actions: AllowedAction[]
  onAction: (action: string) => void | Promise<unknown>
  /** How many stand side by side before the rest goes under 更多. */
  most?: number
  size?: 'large' | 'middle' | 'small'
}

/** Draws the actions a person may take now: primary at the right end, dangerous ones red, impossible ones with reason. */
export function ActionBar({ actions, onAction, most = 3, size = 'middle' }: ActionBarProps) {
  const sorted = actions.toSorted((a, b) => weight(a) - weight(b))
  const shown = sorted.slice(-most)
  const rest = sorted.slice(0, sorted.length - shown.length)
  return (
    <div className="kb-actions">
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((item) => ({
              key: item.action,
              label: <MenuLabel label={item.label} reason={item.reason} />,
              danger: item.danger ?? false,
              disabled: item.reason !== undefined,
              onClick: () => void perform(item, onAction),
            })),
          }}
        >
          <Button size={size}>{tr('更多')}</Button>
        </Dropdown>
      )}
      {shown.map((item) => (
        <ActionButton key={item.action} item={item} size={size} onAction={onAction} />
      ))}
    </div>
  )
}

interface ActionButtonProps extends Pick<ActionBarProps, 'onAction' | 'size'> {
  item: AllowedAction
}

function ActionButton({ item, size = 'middle', onAction }: ActionButtonProps) {
  return (
    <WithReason label={item.label} reason={item.reason}>
      <Button
        type={item.primary ? 'primary' : 'default'}
        danger={item.danger ?? false}
        disabled={item.reason !== undefined}
        size={size}
        onClick={() => void perform(item, onAction)}
      >
        {tr(item.label)}
      </Button>
    </WithReason>
  )
}

/** From left (the first to go under 更多) to right: dangerous, plain, primary. */
function weight({ primary, danger }: AllowedAction): number {
  return primary ? 2 : danger ? 0 : 1
}

async function perform(item: AllowedAction, onAction: ActionBarProps['onAction']): Promise<void> {
  const agreed =
    !item.confirm || (await ask({ title: item.label, content: item.confirm, danger: item.danger ?? false }))
  if (agreed) await onAction(item.action)
}
