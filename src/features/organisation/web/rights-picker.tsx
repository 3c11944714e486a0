import { Checkbox } from 'antd'
import { useId } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { employeeOptions } from '../contract/employees.ts'

export type Offered = OutputOf<typeof employeeOptions>['workbenches']

interface RightsPickerProps {
  offered: Offered
  value?: string[]
  onChange?: (rights: string[]) => void
  /** Rights that come with a role already. */
  granted?: ReadonlySet<string>
}

/** Rights by workbench, with the service each belongs to. A right of two workbenches is one right and ticks in both. */
export function RightsPicker({ offered, value = [], onChange, granted = new Set() }: RightsPickerProps) {
  const id = useId()
  const set = (rights: string[], on: boolean) =>
    onChange?.(on ? [...new Set([...value, ...rights])] : value.filter((right) => !rights.includes(right)))
  return (
    <div className="org-rights">
      {offered.map(({ workbench, label, rights }) => {
        const names = rights.map((one) => one.right)
        const on = names.filter((right) => value.includes(right)).length
        return (
          <fieldset className="kb-below-16" key={workbench} aria-labelledby={`${id}-${workbench}`}>
            <div className="kb-row kb-gap-0 kb-between kb-line">
              <Checkbox
                checked={on === names.length && on > 0}
                indeterminate={on > 0 && on < names.length}
                onChange={(event) => set(names, event.target.checked)}
              >
                <b id={`${id}-${workbench}`}>{label}</b>
              </Checkbox>
              <span className="kb-muted">
                {on} / {names.length}
              </span>
            </div>
            <ul className="kb-halves kb-gap-24 kb-flat kb-above-8">
              {rights.map(({ right, label: name, service }) => (
                <li key={right} className="kb-row kb-between kb-pad-y-4">
                  <Checkbox
                    checked={value.includes(right) || granted.has(right)}
                    disabled={granted.has(right)}
                    onChange={(event) => set([right], event.target.checked)}
                  >
                    {name}
                  </Checkbox>
                  <span className="kb-note">{granted.has(right) ? '由角色授予' : service}</span>
                </li>
              ))}
            </ul>
          </fieldset>
        )
      })}
    </div>
  )
}
