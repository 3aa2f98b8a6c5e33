-- Which files are GDL, and how a comment is written in them.

-- A `.gdl` file is in either spelling: prefix when its first sign is a parenthesis.
local function spelling(_, buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 200, false)) do
    local text = line:gsub('^\239\187\191', ''):match('^%s*([^;%%%s].*)$')
    if text then
      return text:sub(1, 1) == '(' and 'kif' or 'hrf'
    end
  end
  return 'kif'
end

vim.filetype.add({ extension = { kif = 'kif', hrf = 'hrf', gdl = spelling } })

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'kif', 'hrf' },
  callback = function(event)
    vim.bo[event.buf].commentstring = event.match == 'kif' and '; %s' or '%% %s'
  end,
})
