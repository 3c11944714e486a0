let tenantName = ''
let pageTitle = ''

/** Title of the page shown; the tenant's name follows it in the window's title. */
export function setPageTitle(title: string): void {
  pageTitle = title
  write()
}

export function setTenantName(name: string): void {
  tenantName = name
  write()
}

function write(): void {
  document.title = [pageTitle, tenantName].filter((part) => part !== '').join(' - ')
}
