-- Herbrand for Neovim 0.11 and later. With this folder on the runtime path:
--   vim.lsp.enable('herbrand')
return {
  cmd = { 'herbrand', 'lsp' },
  filetypes = { 'kif', 'hrf', 'qprop' },
  root_markers = { 'herbrand.toml', '.git' },
}
