/** Line icons of the shell, 16 px, one path each: two dozen of a library's would weigh more than the whole shell. */
const PATHS: Record<string, string> = {
  menu: 'M2 4h12M2 8h12M2 12h12',
  home: 'M2 7.5 8 2.5l6 5V14H2zM6.5 14V9.5h3V14',
  list: 'M5 4h9M5 8h9M5 12h9M2 4h.01M2 8h.01M2 12h.01',
  project: 'M2 4.5h4l1.5 2H14v7H2zM2 4.5v9',
  tender: 'M4 1.5h6l3 3v10H4zM10 1.5v3h3M6 8h4.5M6 11h4.5',
  gavel: 'm6 3 4 4M4 5l4 4M7.5 8.5 14 14M2.5 14h6',
  hall: 'M2 13.5h12M3 13V6l5-3.5L13 6v7M6.5 13V9h3v4',
  review: 'M3 2h10v12H3zM5.5 8l1.8 2L11 6',
  supplier: 'M2 14V6h5v8M7 14V2.5h7V14M9.5 5.5h2M9.5 8.5h2M4 9h1',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.5 14c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M11 3a2.3 2.3 0 0 1 0 4.3M12.5 10.3c1.3.5 2 1.8 2 3.7',
  money: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M5.5 4.5 8 8l2.5-3.5M8 8v4M5.8 8h4.4M5.8 10.2h4.4',
  chart: 'M2 14h12M4 14V8M8 14V3M12 14V6',
  risk: 'M8 2 14.5 13.5h-13zM8 6.5v3.5M8 12h.01',
  contract: 'M3 1.5h10v13H3zM5.5 5h5M5.5 8h5M9 11.5h2',
  settings:
    'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4',
  message: 'M2 3h12v8.5H6L3.5 14v-2.5H2z',
  bell: 'M8 2a4 4 0 0 1 4 4v3.5l1.5 2h-11L4 9.5V6a4 4 0 0 1 4-4M6.5 13.5h3',
  key: 'M10.5 2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M8 8l-6 6M4 12l1.5 1.5',
  calendar: 'M2 3.5h12V14H2zM2 6.5h12M5 2v3M11 2v3',
  doc: 'M4 1.5h6l3 3v10H4zM10 1.5v3h3',
}

/** Names of the menu list that mean one of the above. */
const ALIASES: Record<string, string> = {
  audit: 'review',
  team: 'people',
  notification: 'bell',
  solution: 'tender',
  profile: 'review',
  apartment: 'supplier',
  'safety-certificate': 'key',
  'customer-service': 'settings',
  wallet: 'money',
  'file-protect': 'contract',
  'bar-chart': 'chart',
  alert: 'risk',
  bank: 'hall',
  setting: 'settings',
}

/** Whether there is an icon of that name. */
export function hasIcon(name: string | undefined): boolean {
  return name !== undefined && pathOf(name) !== undefined
}

/** An icon by name; nothing without one. antd's menu adds its own class. */
export function MenuIcon({ name, className = '' }: { name: string; className?: string }) {
  const path = pathOf(name)
  if (!path) return null
  return (
    <svg
      className={`kb-icon ${className}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function pathOf(name: string): string | undefined {
  return PATHS[ALIASES[name] ?? name]
}
