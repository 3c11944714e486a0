import { Select } from 'antd'
import { Labelled } from '#web/kit/labelled.tsx'
import type { Project } from './review-data.ts'

interface BidderSelectProps {
  project: Project
  label: string
  placeholder: string
  value: string[]
  onChange: (ids: string[]) => void
}

/** Chooses among the bidders whose bids are still valid. */
export function BidderSelect({ project, label, placeholder, value, onChange }: BidderSelectProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <Select
          id={id}
          mode="multiple"
          className="kb-wide"
          placeholder={placeholder}
          showSearch={{ optionFilterProp: 'label' }}
          options={project.bidders
            .filter((b) => !b.rejection)
            .map((b) => ({ value: b.bidderId, label: `${b.no}. ${b.supplierName}` }))}
          value={value}
          onChange={onChange}
        />
      )}
    </Labelled>
  )
}
